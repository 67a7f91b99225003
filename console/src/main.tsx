import { render } from 'preact'
import { App } from './app.tsx'
import { followAddress } from './core/route.ts'
import { clock } from './core/time.ts'
import { followReadiness } from './requests/ready.ts'

const place = document.getElementById('console')
if (place === null) throw new Error('The page has no place for the console.')
followAddress()
followReadiness()
setInterval(() => {
  if (document.visibilityState === 'visible') clock.value = Date.now()
}, 1_000)
render(<App />, place)
