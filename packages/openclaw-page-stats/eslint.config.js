import { defineConfig, globalIgnores } from 'eslint/config';
import tseslint from 'typescript-eslint';

// Folders import only from folders on their left: packages <- lib <- harness <- {comparison, benchmarks, dev} <- tests.
const onlyDown = (...folders) => ({
  'no-restricted-imports': ['error', { patterns: folders.map((folder) => `**/${folder}/**`) }],
});

export default defineConfig(
  globalIgnores(['**/dist', '**/eslint.config.js']),
  tseslint.configs.strictTypeChecked,
  tseslint.configs.stylisticTypeChecked,
  {
    languageOptions: { parserOptions: { project: './tsconfig.json', tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/no-deprecated': 'error',
      '@typescript-eslint/explicit-function-return-type': ['error', { allowExpressions: true }],
      // The code ensures that indexes are within bounds, since a check for each byte would slow down the parse.
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      'max-lines': ['error', 400],
      'max-lines-per-function': ['error', 60],
      eqeqeq: 'error',
    },
  },
  { files: ['**/tests/**'], rules: { 'max-lines-per-function': 'off' } },
  { files: ['**/src/**'], rules: onlyDown('harness', 'comparison', 'benchmarks', 'dev', 'tests') },
  { files: ['**/*.mts'], rules: onlyDown('comparison', 'benchmarks', 'dev', 'tests') },
);
