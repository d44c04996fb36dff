import { render } from 'preact';
import './style.css';
import { Root } from './app';

const root = document.getElementById('app');
if (root) render(<Root />, root);
