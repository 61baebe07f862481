import { defineConfig } from 'vite'

/** Builds three files with fixed names, for `recallite ui` and for reports, and the licenses of their dependencies. */
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
