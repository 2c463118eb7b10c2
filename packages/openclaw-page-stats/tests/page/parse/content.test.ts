import { describe, expect, it } from 'vitest';
import { encode } from '../../../src/page/parse/bytes.ts';
import { parsePage } from '../../../src/page/parse/index.ts';
import type { ParsedPage } from '../../../src/page/parse/index.ts';

function parse(text: string, contentType = 'text/html;charset=utf-8'): ParsedPage {
  return parsePage(encode(text), contentType);
}

describe('the title', () => {
  it.each([
    ['<title>a</title><title>b</title>', 'a'],
    ['<title></title><title>b</title>', null],
    ['<svg><title>a</title></svg><title>b</title>', 'b'],
    ['<template><title>a</title></template><title>b</title>', 'b'],
    ['<svg><desc><title>a</title>', 'a'],
    ['<title/>a', 'a'],
  ])('of %s is %s', (text, title) => {
    expect(parse(text).title).toBe(title);
  });

  it('can be a self-closed element in XHTML', () => {
    expect(parse('<title/><title>a</title>', 'application/xhtml+xml').title).toBeNull();
  });
});

describe('svg and math', () => {
  it.each([
    ['a<svg>b<g>c</g>d</svg>e', 5],
    ['a<svg/>b', 2],
    ['<svg><title>a</title>b<style>c</style><p>d', 2],
    ['<svg><desc>a<p>b</desc>c</svg>d', 2],
    ['<svg>a<b>c', 1],
    ['<svg>a<font>b<font color=c>d', 2],
    ['<math><mi>a<mglyph>b<b>c</b>', 2],
    ['<math><annotation-xml encoding=text/html>a<p>b', 0],
    ['<math><annotation-xml>a<svg><title>b', 0],
    ['<svg>a</p>b<g>c', 2],
    ['<svg>a</x>b', 1],
    ['<svg>a\0b', 1],
  ])('%s has %d words', (text, words) => {
    expect(parse(text).wordCount).toBe(words);
  });
});

describe('templates', () => {
  it('are not counted and do not separate words until the outermost one ends', () => {
    expect(parse('a<template>b<p><template></template>c</template>d</template>e').wordCount).toBe(1);
  });
});

describe('hidden regions', () => {
  const rest = ' x'.repeat(2);

  it.each([
    ['a<p hidden>b</p>c', 1],
    ['<p>a<p hidden>b<p>c', 2],
    ['<p>a<p hidden>b<span>c</p>d', 1],
    ['<div>a<p hidden>b</div>c', 2],
    ['<b>a<p hidden>b</b>c</p>d', 1],
    ['<p hidden>a<hr>b', 1],
    ['<ul><li hidden>a<li>b', 1],
    ['<ul><li hidden>a<ul><li>b</ul>c<li>d', 1],
    ['<table><tr><td hidden>a<table><tr><td>b</table>c<td>d', 1],
    ['<xmp hidden>a</xmp>b', 1],
    ['<br hidden>a', 1],
    ['<body hidden>a', 1],
    ['<svg hidden>a', 1],
    ['<svg><g hidden>a', 1],
    ['a<template hidden>b</template>c', 1],
  ])('%s has %d visible words', (text, words) => {
    expect(parse(`${text} ${rest}`).wordCount - parse(rest).wordCount).toBe(words);
  });
});
