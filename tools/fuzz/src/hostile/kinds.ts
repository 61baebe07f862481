import { fileKinds } from './file-kinds.ts'
import { queryKinds } from './query-kinds.ts'
import { searchKind } from './search-kind.ts'
import { serverKinds } from './server-kinds.ts'
import type { Kind } from './kind.ts'

export const kinds: readonly Kind[] = [searchKind, ...queryKinds, ...fileKinds, ...serverKinds]
