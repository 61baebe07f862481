import { preset } from '@recallite/tsup-preset'

export default preset(['src/index.ts', 'src/reranker.ts', 'src/child.ts', 'src/thread.ts'])
