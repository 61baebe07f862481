import { preset } from '@recallite/tsup-preset'

export default preset([
  'src/index.ts',
  'src/connection/memory-file.ts',
  'src/connection/node-version.ts',
  'src/open-store-in-threads.ts',
  'src/records/index.ts',
  'src/maintenance/repair-store.ts',
  'src/threads/store-thread.ts',
])
