/**
 * Prints how many files knip checked, as proof that it ran.
 * @type {import('knip').Reporter}
 */
const countFiles = ({ counters }) => {
  process.stdout.write(`Looked at ${counters.total} files\n`)
}

export default countFiles
