import { doc } from 'prettier';
import * as postcss from 'prettier/plugins/postcss';
import * as svelte from 'prettier-plugin-svelte';

const { group, line } = doc.builders;
const usual = postcss.printers.postcss;

/** The same document, free to stand on one line if there is room. */
const flexible = (printed) =>
  doc.utils.mapDoc(printed, (part) => {
    if (part.type === 'line' && part.hard) return line;
    return part.type === 'break-parent' ? '' : part;
  });

/** Style rules as this code has them: on one line where they fit. */
const shortRules = {
  parsers: { css: { ...postcss.parsers.css, astFormat: 'short-rules' } },
  printers: {
    'short-rules': {
      ...usual,
      print(path, options, print) {
        const printed = usual.print(path, options, print);
        const isSimple = path.node.type === 'css-rule' && path.node.nodes?.every((part) => part.type === 'css-decl');
        const fits = isSimple && path.map(print, 'nodes').every((part) => !doc.utils.willBreak(part));
        return fits ? group(flexible(printed)) : printed;
      },
    },
  },
};

export default {
  plugins: [svelte, shortRules],
  printWidth: 160,
  singleQuote: true,
  bracketSameLine: true,
  overrides: [{ files: '*.svelte', options: { parser: 'svelte' } }],
};
