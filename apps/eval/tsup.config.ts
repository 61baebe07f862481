import { preset } from '@recallite/tsup-preset'

const pageFolder = 'src/report/page'

export default [
  // What is built beside it, below, stays.
  preset(['src/bin.ts'], {
    noExternal: ['@recallite/command-line', '@recallite/settings'],
    clean: ['!page/**'],
  }),
  // The script and the style sheet of reports: read as text, and put into each page.
  preset([`${pageFolder}/page.ts`, `${pageFolder}/page.css`], {
    outDir: 'dist/page',
    format: 'iife',
    platform: 'browser',
    target: 'es2022',
    minify: true,
    splitting: false,
    dts: false,
  }),
]
