import type { ModelIdentity } from '@recallite/embeddings'
import { appendFileSync, existsSync, mkdirSync, statSync, truncateSync } from 'node:fs'
import { dirname } from 'node:path'
import { readTextLines } from '../read-text-lines.js'
import { createTape, type Tape } from './tape.js'
import {
  beginsLikeTape,
  headerLine,
  notATape,
  readHeaderLine,
  readVectorLine,
  vectorLine,
} from './tape-lines.js'

interface Loaded {
  readonly hasHeader: boolean
  /** Bytes of a last line that was cut off. */
  readonly torn: number
}

/** Reads what is there. */
function load(file: string, tape: Tape): Loaded {
  if (!statSync(file).isFile()) throw notATape({ file, line: 1, text: '' })
  let identity: ModelIdentity | undefined
  let line = 0
  for (const { text, isWhole } of readTextLines(file)) {
    line += 1
    if (!isWhole) {
      if (!identity && !beginsLikeTape(text)) throw notATape({ file, line, text })
      return { hasHeader: identity !== undefined, torn: Buffer.byteLength(text) }
    }
    if (identity) {
      const { key, vector } = readVectorLine({ file, line, text }, identity.dimensions)
      tape.record(identity, key, vector)
    } else {
      identity = readHeaderLine({ file, line, text })
    }
  }
  return { hasHeader: identity !== undefined, torn: 0 }
}

/**
 * A tape kept in a file of JSON lines: `{"tape": 1, "identity": …}`, then for each text `{"key": …, "vector": …}` with
 * the key of `tapeKey`. What is recorded is in the file at once; only then is a line taken away that was cut off. Nobody
 * else may record on it meanwhile.
 * @throws EvaluationError `EVALUATION_TAPE_MALFORMED`
 */
export function openTapeFile(file: string): Tape {
  const tape = createTape()
  let { hasHeader, torn } = existsSync(file) ? load(file, tape) : { hasHeader: false, torn: 0 }
  return {
    get identity() {
      return tape.identity
    },
    find: tape.find,
    record(identity, key, vector) {
      if (tape.vectors.has(key)) return
      if (torn > 0) truncateSync(file, statSync(file).size - torn)
      torn = 0
      mkdirSync(dirname(file), { recursive: true })
      appendFileSync(file, (hasHeader ? '' : headerLine(identity)) + vectorLine(key, vector))
      hasHeader = true
      tape.record(identity, key, vector)
    },
  }
}
