import { fileKinds } from './file-kinds.ts'
import { queryKinds } from './query-kinds.ts'
import { serverKinds } from './server-kinds.ts'
import type { Kind } from './kind.ts'

/** Every kind of hostile input. */
export const kinds: readonly Kind[] = [...queryKinds, ...fileKinds, ...serverKinds]
