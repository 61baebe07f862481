import { preset } from '@recallite/tsup-preset'

export default preset([
  'src/index.ts',
  'src/conformance.ts',
  'src/doctor.ts',
  'src/ranking.ts',
  'src/records.ts',
  'src/schema.ts',
  'src/search-ranges.ts',
  'src/sources.ts',
  'src/tools.ts',
  'src/sync-task.ts',
])
