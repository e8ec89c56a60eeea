const OLDEST = 20

/** Goes on with `work` on a Node that can; this file and its importers are read by older ones too, up to here. */
export function withNode(work) {
  if (Number(process.versions.node.split('.')[0]) < OLDEST) {
    console.error(`Parts House needs Node ${OLDEST} or later, and this is Node ${process.versions.node}.`)
    process.exit(1)
  }
  work().then(
    (code) => {
      process.exitCode = code
    },
    (error) => {
      console.error(error.name === 'Stop' ? error.message : error)
      process.exitCode = 1
    },
  )
}
