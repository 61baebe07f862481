import { preset } from '@recallite/tsup-preset'

export default preset(['src/index.ts'])
