import '@fontsource-variable/inter/index.css';
import './public.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { PublicApp } from './public-app.tsx';

const root = document.getElementById('root');
if (!root) throw new Error('the page has no root element');

createRoot(root).render(
  <StrictMode>
    <PublicApp />
  </StrictMode>,
);
