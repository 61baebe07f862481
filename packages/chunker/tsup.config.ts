import { preset } from '@recallite/tsup-preset'

export default preset(['src/index.ts', 'src/formats.ts', 'src/counting.ts', 'src/inline.ts'])
