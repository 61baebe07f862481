import { initial } from './0001-initial.js'
import { ownScores } from './0002-own-scores.js'
import { filters } from './0003-filters.js'
import { languages } from './0004-languages.js'
import { chosenSpaces } from './0005-chosen-spaces.js'
import { care } from './0006-care.js'
import { secondCopies } from './0007-second-copies.js'
import { unusedVectors } from './0008-unused-vectors.js'
import type { Migration } from './migration.js'

/** Every step of the schema, in order; steps are added at the end and never changed. */
export const migrations: readonly Migration[] = [
  initial,
  ownScores,
  filters,
  languages,
  chosenSpaces,
  care,
  secondCopies,
  unusedVectors,
]
