import { preset } from '@recallite/tsup-preset'

export default preset([
  'src/index.ts',
  'src/memory-file.ts',
  'src/node-version.ts',
  'src/open-store-in-threads.ts',
  'src/records.ts',
  'src/repair-store.ts',
  'src/threads/store-thread.ts',
])
