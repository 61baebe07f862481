import { preset } from '@recallite/tsup-preset'

export default preset(['src/bin.ts'], { noExternal: ['@recallite/command-line', '@recallite/settings'] })
