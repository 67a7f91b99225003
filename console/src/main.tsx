// Takes a key out of the address at once; the second waits for the sentences.
import './session/session.ts'
import './core/sign-in-sentences.ts'
import { render } from 'preact'
import { App } from './app.tsx'
import { followAddress } from './core/route.ts'
import { followReadiness } from './requests/ready.ts'

followAddress()
followReadiness()
render(<App />, document.getElementById('console') ?? document.body)
