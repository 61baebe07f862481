import { cpSync, mkdirSync } from 'node:fs'
import { preset } from '@recallite/tsup-preset'

/** Reports are made of the page and of the licenses of what is in it; a file named after these would stand for the package's own. */
const pageFiles = { 'app.js': 'app.js', 'app.css': 'app.css', 'licenses.json': 'third-party-notices.json' }

export default preset(['src/bin.ts'], {
  noExternal: ['@recallite/command-line', '@recallite/settings'],
  onSuccess: async () => {
    mkdirSync('dist/ui', { recursive: true })
    for (const [from, to] of Object.entries(pageFiles)) cpSync(`../ui/dist/${from}`, `dist/ui/${to}`)
  },
})
