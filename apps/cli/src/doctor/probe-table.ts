import type { Probe } from './probe.js'
import { content } from './probes/content.js'
import { database } from './probes/database.js'
import { disk, log } from './probes/disk.js'
import { embedding } from './probes/embedding.js'
import { keywordIndex } from './probes/keyword-index.js'
import { lock } from './probes/lock.js'
import { permissions } from './probes/permissions.js'
import { roots } from './probes/roots.js'
import { runtime } from './probes/runtime.js'
import { settings } from './probes/settings.js'
import { sources } from './probes/sources.js'
import { sharing } from './probes/sharing.js'
import { spaces } from './probes/spaces.js'
import { vectorSearch } from './probes/vector-search.js'
import { watching } from './probes/watching.js'

/** Every probe, in the order of the report; `roots` writes into the copy that is looked at, and so comes last. */
export const probes: readonly Probe[] = [
  runtime,
  settings,
  database,
  permissions,
  sharing,
  disk,
  log,
  lock,
  keywordIndex,
  vectorSearch,
  embedding,
  spaces,
  sources,
  watching,
  content,
  roots,
]
