// What an app of React has before it takes anything of ours: also what it loads later, as every app does.
import { useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { createRoot } from 'react-dom/client'

function App() {
  const [Later, setLater] = useState()
  useEffect(() => {
    document.addEventListener('click', () =>
      import('./bare-later.jsx').then((later) => setLater(() => later.Later)),
    )
  }, [])
  return <div>{Later && createPortal(<Later />, document.body)}</div>
}

createRoot(document.getElementById('root')).render(<App />)
