import { interleave } from '../run-suite.ts'
import { databaseKinds } from './database-kinds.ts'
import { linkKinds } from './link-kinds.ts'
import { nameKinds } from './name-kinds.ts'
import { serverKind } from './server-kind.ts'
import { modelKinds, settingsKinds } from './settings-kinds.ts'

/** Every kind of hostile folder, in the order in which cases go through them. */
export const kinds = [
  ...interleave(linkKinds, settingsKinds, databaseKinds, nameKinds, modelKinds),
  serverKind,
]
