import { defineConfig } from 'vitest/config';

// Several tests read megabytes, or what is seeded by the thousand: on a busy machine that takes longer than vitest's 5 s.
export default defineConfig({ test: { include: ['tests/**/*.test.ts'], testTimeout: 60_000 } });
