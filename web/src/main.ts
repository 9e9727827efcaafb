import { mount } from 'svelte';
import 'chessgroundx/assets/chessground.base.css';
import 'chessgroundx/assets/chessground.cburnett.css';
import './app.css';
import './board.css';
import App from './App.svelte';

mount(App, { target: document.getElementById('app')! });
