import { defineConfig } from 'vite'

/** Three files with fixed names and relative addresses: the command line serves them, the evaluation puts them into one page. */
export default defineConfig({
  base: './',
  resolve: { conditions: ['@recallite/source', 'browser', 'module', 'import'] },
  build: {
    target: 'es2022',
    modulePreload: false,
    cssCodeSplit: false,
    license: { fileName: 'third-party-notices.md' },
    rollupOptions: {
      output: {
        codeSplitting: false,
        entryFileNames: 'app.js',
        assetFileNames: 'app[extname]',
      },
    },
  },
})
