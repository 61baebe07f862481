import type { Outcome } from './finding.js'
import type { Subject } from './subject.js'

/** Looks at one part of the program, and changes nothing. */
export interface Probe {
  readonly name: string
  /** One outcome for each thing of its kind; none where there is nothing to look at. */
  readonly look: (subject: Subject) => Promise<readonly Outcome[]> | readonly Outcome[]
}
