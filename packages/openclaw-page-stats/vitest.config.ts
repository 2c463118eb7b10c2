import { defineConfig } from 'vitest/config';

// Several tests read megabytes or thousands of random pages. On a busy machine, this takes longer than vitest's 5 s.
export default defineConfig({ test: { include: ['tests/**/*.test.ts'], testTimeout: 60_000 } });
