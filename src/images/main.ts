import type { ImageJob } from '../base/images.ts'
import { convert } from './convert.ts'

/** The process that decodes one picture. It has no store, no keys and no variables, and ends with the service. */
const [, , library = ''] = process.argv

process.once('message', (job: ImageJob) => {
  void convert(job, library).then((outcome) => process.send?.(outcome, () => process.exit()))
})
process.once('disconnect', () => process.exit())
