import { preset } from '@recallite/tsup-preset'

export default preset([
  'src/index.ts',
  'src/invisible.ts',
  'src/phrases.ts',
  'src/ranking/index.ts',
  'src/spelling.ts',
])
