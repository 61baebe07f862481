import { copyFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { preset } from '@recallite/tsup-preset'

export default preset(
  ['src/index.ts', 'src/invisible.ts', 'src/phrases.ts', 'src/ranking/index.ts', 'src/spelling.ts'],
  {
    // The table of Chinese characters is part of the package; its licenses come with it.
    async onSuccess() {
      const notices = import.meta.resolve('opencc-js/dict/TSCharacters')
      const source = fileURLToPath(new URL('../../../THIRD_PARTY_LICENSES.md', notices))
      copyFileSync(source, 'dist/third-party-notices.md')
    },
  },
)
