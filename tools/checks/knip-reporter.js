/**
 * Says how many files knip looked at, so that a green check proves that it looked.
 * @type {import('knip').Reporter}
 */
const countFiles = ({ counters }) => {
  process.stdout.write(`Looked at ${counters.total} files\n`)
}

export default countFiles
