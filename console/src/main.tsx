// The first import removes a key from the URL at once; the second waits for the translations.
import './session/session.ts'
import './core/sign-in-sentences.ts'
import { render } from 'preact'
import { App } from './app.tsx'
import { followAddress } from './core/route.ts'
import { followReadiness } from './requests/ready.ts'

followAddress()
followReadiness()
render(<App />, document.getElementById('console') ?? document.body)
