// Implements the protocol of a real child process, one text at a time, with vectors that count characters. Some texts are commands.
const dimensions = 8

function answer(id, one) {
  process.send({ type: 'answered', id, answers: [one] })
}

const answers = {
  crash: () => process.kill(process.pid, 'SIGKILL'),
  exit: () => {
    process.stderr.write('ops.cpp:5138: GGML_ASSERT(row < rows) failed\n', () => process.exit(134))
  },
  hang: () => {},
  block: () => {
    for (;;);
  },
  leave: () => process.disconnect(),
  garbage: () => process.send({ type: 'answered', id: 'one', answers: [[1, 2]] }),
  nothing: () => process.send(null),
  'wrong id': ({ id }) => answer(id + 7, new Float32Array(dimensions)),
  'no answers': ({ id }) => process.send({ type: 'answered', id, answers: [] }),
  refuse: ({ id }) => answer(id, 'it has no tokens'),
  slow: (message) => setTimeout(() => count(message), 50),
  'who are you': ({ id }) => answer(id, new Float32Array(dimensions).fill(process.pid)),
}

const loads = {
  'dies-loading': answers.crash,
  'asserts-loading': answers.exit,
  'hangs-loading': answers.hang,
  'blocks-loading': answers.block,
  'babbles-loading': () => process.send('ready'),
  'fails-loading': () => process.send({ type: 'failed', reason: 'tensor 7 is missing', remedy: 'Mend it' }),
}

/** The model path is `<anything>.<how to load>.gguf`. */
function load({ modelPath, task, lanes = 1, batchBytes = 1 }) {
  const how = modelPath.split('.').at(-2)
  if (loads[how]) return loads[how]()
  process.send({
    type: 'ready',
    name: 'Nomic Embed Text V1.5',
    dimensions: task === 'rank' ? 1 : dimensions,
    lanes,
    batchBytes,
  })
}

function count({ id, texts: [text] }) {
  const vector = new Float32Array(dimensions)
  for (let position = 0; position < text.length; position += 1) {
    vector[(text.charCodeAt(position) * 31 + position) % dimensions] += 1
  }
  answer(id, vector)
}

/** The answer to a batch of texts that begin with `batch` is its size. */
function tellSize({ id, texts }) {
  const sizes = texts.map(() => new Float32Array(dimensions).fill(texts.length))
  process.send({ type: 'answered', id, answers: sizes })
}

function words(line) {
  return line.toLowerCase().match(/\p{L}+/gu) ?? []
}

/** The share of the query's words that the text contains. */
function rank({ id, query, texts: [text] }) {
  const held = new Set(words(text))
  const shared = words(query).filter((word) => held.has(word)).length
  answer(id, Float32Array.of(shared / Math.max(1, words(query).length)))
}

function compute(message) {
  if (message.texts[0].startsWith('batch')) return tellSize(message)
  const does = answers[message.texts[0]] ?? (message.query === undefined ? count : rank)
  does(message)
}

process.on('message', (message) => (message.type === 'load' ? load(message.settings) : compute(message)))
