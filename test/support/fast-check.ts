// fast-check with the seed of the run. A test in which it draws cases says, when it fails, how to repeat it.
import fc from 'fast-check'
import { seed, tellHowToRepeat } from './seed.ts'

fc.configureGlobal({ seed })
fc.installGlobalPlugin(() => {
  tellHowToRepeat()
  return {}
})

export { fc }
