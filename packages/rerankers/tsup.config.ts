import { preset } from '@recallite/tsup-preset'

export default preset(['src/index.ts', 'src/conformance.ts', 'src/http/index.ts'])
