// Speaks the protocol like the real child, with vectors made of character codes. What a text says, it does.
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
  garbage: () => process.send({ type: 'vector', id: 'one', vector: [1, 2] }),
  nothing: () => process.send(null),
  'wrong id': ({ id }) => process.send({ type: 'vector', id: id + 7, vector: Float32Array.of(1, 2, 3) }),
  refuse: ({ id }) => process.send({ type: 'refused', id, reason: 'it has no tokens' }),
  slow: ({ id }) => setTimeout(() => process.send({ type: 'vector', id, vector: Float32Array.of(1, 2, 3) }), 50),
}

const loads = {
  'dies-loading': answers.crash,
  'asserts-loading': answers.exit,
  'hangs-loading': answers.hang,
  'blocks-loading': answers.block,
  'babbles-loading': () => process.send('ready'),
  'fails-loading': () => process.send({ type: 'failed', reason: 'tensor 7 is missing' }),
}

/** The model path is `<anything>.<how to load>.gguf`. */
function load({ modelPath }) {
  const [how] = modelPath.split('.').slice(-2)
  if (loads[how]) return loads[how]()
  process.send({ type: 'ready', name: 'test', dimensions: 3 })
}

function embed(message) {
  const answer = answers[message.text]
  if (answer) return answer(message)
  const vector = Float32Array.of(process.pid, message.text.length, message.text.charCodeAt(0))
  process.send({ type: 'vector', id: message.id, vector })
}

process.on('message', (message) => (message.type === 'load' ? load(message) : embed(message)))
