import { proveSettings, type MakeProof } from '../__fixtures__/prove-settings.js'

const words = Array.from({ length: 1500 }, (_, n) => `word${n}`).join(' ')

/** Whether a long note is cut into more pieces than usual. */
function piecesProof(value: number): MakeProof {
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

proveSettings('chunking', {
  'chunking.pieces': storedProof,
  'chunking.tokens': piecesProof(100),
  'chunking.overlap': piecesProof(300),
})
