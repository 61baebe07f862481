import { cpSync } from 'node:fs'
import { preset } from '@recallite/tsup-preset'

export default preset(['src/bin.ts'], {
  noExternal: ['@recallite/command-line', '@recallite/settings'],
  // Reports are made of the page and its third-party notices.
  onSuccess: async () => cpSync('../ui/dist', 'dist/ui', { recursive: true }),
})
