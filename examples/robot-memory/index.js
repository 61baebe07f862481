/* node index.js: a robot remembers what it tried, and recalls it by keywords, parameters and location. */
import { createMemory } from '@recallite/core'
import { createTrigramEmbeddings } from '@recallite/example-custom-provider/trigram-embeddings.js'
import { openSqliteStore } from '@recallite/store-sqlite'
import { openSqliteRecords } from '@recallite/store-sqlite/records'

const whole = createMemory({
  records: await openSqliteRecords({ path: ':memory:' }),
  store: await openSqliteStore({ path: ':memory:' }),
  models: [createTrigramEmbeddings()],
})
const { records: memory } = whole

/**
 * @param {string} title
 * @param {import('@recallite/core/records').RecallAnswer} answer
 */
function show(title, { results }) {
  console.log(`\n${title}`)
  for (const { record, adjustments } of results) {
    const distance = adjustments.distance === null ? '' : ` (${adjustments.distance.toFixed(2)} m away)`
    console.log(`- ${record.content}${distance}`)
  }
}

try {
  const { id: first } = await memory.startSession({ context: { robot: { id: 'arm-1' } } })
  await memory.remember('Grasping the glass cup with 12.5 N held it without slipping.', {
    session: first,
    confidence: 0.95,
    context: {
      params: { force: 12.5 },
      spatial: { position: [1.3, 0.7, 0.4] },
      task: { name: 'grasp', success: true },
    },
  })
  await memory.remember('Grasping the paper cup with 14 N crushed it.', {
    session: first,
    confidence: 0.9,
    context: {
      params: { force: 14 },
      spatial: { position: [1.1, 0.6, 0.4] },
      task: { name: 'grasp', success: false },
    },
  })
  await memory.remember('Maybe the cup slips when its handle is wet.', { session: first, confidence: 0.2 })
  await memory.endSession(first, { summary: 'Cups: glass holds at 12.5 N, paper does not stand 14 N.' })

  const { id: second } = await memory.startSession({ context: { robot: { id: 'arm-1' } } })
  await memory.remember('Grasping the metal cup near the door took 9 N.', {
    session: second,
    context: {
      params: { force: 9 },
      spatial: { position: [4, 3, 0.4] },
      task: { name: 'grasp', success: true },
    },
  })
  const again = await memory.remember('Grasping the metal cup near the door took 9 N.', { session: second })
  console.log(`Remembered twice: ${again.outcome}, the same ${again.duplicate?.by}`)

  const question = 'how to grasp a cup'
  show('Recalled', await memory.recall(question, { limit: 5, minConfidence: 0.3 }))
  const filter = { 'task.success': true, 'params.force': { $lt: 13 } }
  show('What worked with less than 13 N', await memory.recall(question, { limit: 5, filter }))
  const spatial = { position: [4, 3, 0], maxDistance: 4 }
  show('Nearest to the door', await memory.recall(question, { limit: 5, spatial }))
  show('The first session', await memory.recall('', { session: first }))
} finally {
  await whole.close()
}
