// A React app without Latchkey, including lazy loading, which most apps do.
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
