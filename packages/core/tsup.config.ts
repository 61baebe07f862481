import { preset } from '@recallite/tsup-preset'

export default preset(['src/index.ts', 'src/sync-task.ts', 'src/watch/watch-thread.ts'])
