import { proveSettings, type MakeProof } from '../__fixtures__/prove-settings.js'

const words = Array.from({ length: 1500 }, (_, n) => `word${n}`).join(' ')

/** Whether a long note is cut into more chunks than usual. */
function sizeProof(value: number): MakeProof {
  return ({ write, run, runJson }) => ({
    given: { provider: 'none' },
    value,
    async observe() {
      write('notes/long.md', `${words}\n`)
      await run('index', 'notes')
      return (await runJson<{ chunks: number }>('status')).chunks > 20
    },
    unset: false,
    set: true,
  })
}

/** Whether a note of one long chunk has more than one text to embed. */
const piecesProof: MakeProof = ({ write, runJson }) => ({
  given: { provider: 'openai' },
  value: false,
  async observe() {
    write('notes/long.md', `${words.slice(0, 900)}\n`)
    const plan = await runJson<{ embedding: { texts: number } }>('index', 'notes', '--dry-run')
    return plan.embedding.texts > 1
  },
  unset: true,
  set: false,
})

proveSettings('chunking', {
  'chunking.tokens': sizeProof(100),
  'chunking.overlap': sizeProof(300),
  'chunking.pieces': piecesProof,
})
