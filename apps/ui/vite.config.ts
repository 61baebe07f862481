import { defineConfig } from 'vite'

/**
 * Three files with fixed names and relative addresses: the command line serves them, the evaluation puts them into one page. Beside
 * them the licenses of what is in them, for the notices of both.
 */
export default defineConfig({
  base: './',
  resolve: { conditions: ['@recallite/source', 'browser', 'module', 'import'] },
  build: {
    target: 'es2022',
    modulePreload: false,
    cssCodeSplit: false,
    license: { fileName: 'licenses.json' },
    rollupOptions: {
      output: {
        codeSplitting: false,
        entryFileNames: 'app.js',
        assetFileNames: 'app[extname]',
      },
    },
  },
})
