// What is looked for in the sources of the console: names that are used nowhere or defined nowhere, and promises that
// nobody waits for and whose failures nobody hears.

import {fileURLToPath} from 'node:url';
import globals from 'globals';
import {parser, plugin} from 'typescript-eslint';

const console = fileURLToPath(new URL('../../adapters/console', import.meta.url));

export default [
  {
    basePath: console,
    files: ['assets/**/*.js'],
    ignores: ['assets/vendor/**'],
    languageOptions: {
      globals: globals.browser,
      parser,
      parserOptions: {project: 'tsconfig.json', tsconfigRootDir: console}
    },
    linterOptions: {reportUnusedDisableDirectives: 'error'},
    plugins: {typescript: plugin},
    rules: {
      'no-undef': 'error',
      'no-unused-vars': ['error', {argsIgnorePattern: '^_'}],
      'typescript/no-floating-promises': 'error'
    }
  }
];
