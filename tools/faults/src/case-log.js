/**
 * What came of one case. A case passes if nothing is lost, nothing leaked, and no state was a dead end.
 */
export class CaseLog {
  /** @param {string} name @param {string} repeat the command that runs this case alone */
  constructor(name, repeat) {
    this.name = name
    this.repeat = repeat
    /** Whether the fault really happened. */
    this.isInjected = false
    /** @type {string | null} why the fault could not be tried on this machine */
    this.skipped = null
    /** How it ended: healed, refused, completed … */
    this.outcome = 'none'
    /** @type {string[]} */
    this.lost = []
    /** @type {string[]} */
    this.leaked = []
    /** @type {string[]} */
    this.deadEnds = []
    /** @type {import('./program.js').Run[]} */
    this.runs = []
    /** @type {Map<string, number>} figures to be added up over all cases */
    this.figures = new Map()
  }

  get hasFailed() {
    return this.lost.length + this.leaked.length + this.deadEnds.length > 0
  }

  /** @param {string} name @param {number} amount */
  count(name, amount) {
    this.figures.set(name, (this.figures.get(name) ?? 0) + amount)
  }
}
