import { preset } from '@recallite/tsup-preset'

export default preset([
  'src/index.ts',
  'src/conformance.ts',
  'src/http.ts',
  'src/process.ts',
  'src/provider.ts',
])
