import { preset } from '@recallite/tsup-preset'

export default preset([
  'src/index.ts',
  'src/conformance.ts',
  'src/copy.ts',
  'src/filter/index.ts',
  'src/query.ts',
  'src/records/index.ts',
  'src/records/conformance.ts',
  'src/records/driver.ts',
])
