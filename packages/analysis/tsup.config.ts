import { preset } from '@recallite/tsup-preset'

export default preset(['src/index.ts', 'src/invisible.ts', 'src/spelling.ts'])
