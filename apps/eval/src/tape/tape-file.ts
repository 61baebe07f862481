import type { ModelIdentity } from '@recallite/embeddings'
import { appendFileSync, existsSync, mkdirSync, statSync, truncateSync } from 'node:fs'
import { dirname } from 'node:path'
import { readTextLines } from '../read-text-lines.js'
import { createTape, type Tape } from './tape.js'
import { headerLine, readHeaderLine, readVectorLine, vectorLine } from './tape-lines.js'

/** Reads what is there; a last line that was cut off in the middle is taken away. */
function load(file: string, tape: Tape): void {
  let identity: ModelIdentity | undefined
  let line = 0
  for (const { text, isWhole } of readTextLines(file)) {
    line += 1
    if (!isWhole) {
      truncateSync(file, statSync(file).size - Buffer.byteLength(text))
    } else if (identity) {
      const { key, vector } = readVectorLine({ file, line, text }, identity.dimensions)
      tape.record(identity, key, vector)
    } else {
      identity = readHeaderLine({ file, line, text })
    }
  }
}

/**
 * A tape kept in a file of JSON lines: `{"tape": 1, "identity": …}`, then for each text `{"key": …, "vector": …}` with
 * the key of `tapeKey`. What is recorded is in the file at once.
 * @throws EvaluationError `EVALUATION_TAPE_MALFORMED`
 */
export function openTapeFile(file: string): Tape {
  const tape = createTape()
  if (existsSync(file)) load(file, tape)
  else mkdirSync(dirname(file), { recursive: true })
  return {
    get identity() {
      return tape.identity
    },
    find: tape.find,
    record(identity, key, vector) {
      if (tape.vectors.has(key)) return
      const header = tape.identity ? '' : headerLine(identity)
      appendFileSync(file, header + vectorLine(key, vector))
      tape.record(identity, key, vector)
    },
  }
}
