import { Box, Kbd, Table, Title } from '@mantine/core';
import { IconQuote } from '@tabler/icons-react';
import { useRouterState } from '@tanstack/react-router';
import { Children, type ReactNode, useEffect } from 'react';
import { AnchorLink } from '../../components/ui/link.tsx';
import { PrintSheet } from '../../components/ui/print-sheet.tsx';
import { pictureAddress } from './api.ts';
import { type Block, type Chapter, linkTo, type Piece } from './guide.ts';
import styles from './guide-blocks.module.css';

/** A chapter with its title, also for printing. */
export function GuideChapter({ chapter }: { chapter: Chapter }) {
  useSectionFocus();
  return (
    <>
      <article aria-label={chapter.title}>
        <GuideBlocks blocks={chapter.blocks} />
      </article>
      <PrintSheet>
        <h1>{chapter.title}</h1>
        <GuideBlocks blocks={chapter.blocks} />
      </PrintSheet>
    </>
  );
}

/** Scrolls to the section named in the URL and focuses it as soon as it renders. */
function useSectionFocus(): void {
  const section = useRouterState({ select: ({ location }) => location.hash });
  // The key changes each time the link is followed.
  const visit = useRouterState({ select: ({ location }) => location.state.__TSR_key });
  // biome-ignore lint/correctness/useExhaustiveDependencies: run again on every visit
  useEffect(() => {
    if (section === '') return;
    const heading = document.getElementById(section);
    heading?.scrollIntoView();
    heading?.focus({ preventScroll: true });
  }, [section, visit]);
}

/** Rendered from the parsed guide, never from raw markup. */
function GuideBlocks({ blocks }: { blocks: Block[] }) {
  return (
    <Box fz={15} lh={1.6}>
      {numbered(blocks, (block) => (
        <GuideBlock block={block} />
      ))}
    </Box>
  );
}

function GuideBlock({ block }: { block: Block }) {
  switch (block.kind) {
    case 'heading':
      return (
        <Title
          order={block.level}
          id={block.id}
          tabIndex={-1}
          className={block.level === 2 ? styles.section : styles.part}
          data-section
        >
          {block.text}
        </Title>
      );
    case 'quote':
      return (
        <blockquote className={styles.quote}>
          <IconQuote size={16} aria-hidden className={styles.quote} />
          <span>
            <Pieces pieces={block.pieces} />
          </span>
        </blockquote>
      );
    case 'list': {
      const items = numbered(block.items, (item) => (
        <li>
          {numbered(item, (inner) => (
            <GuideItem block={inner} />
          ))}
        </li>
      ));
      return block.isNumbered ? (
        <ol className={styles.list}>{items}</ol>
      ) : (
        <ul className={styles.list}>{items}</ul>
      );
    }
    case 'table':
      return <GuideTable head={block.head} rows={block.rows} />;
    case 'picture':
      return <Picture {...block} />;
    default:
      return (
        <p className={styles.line}>
          <Pieces pieces={block.pieces} />
        </p>
      );
  }
}

/** The text of an item is next to its number. */
function GuideItem({ block }: { block: Block }) {
  return block.kind === 'line' ? <Pieces pieces={block.pieces} /> : <GuideBlock block={block} />;
}

function GuideTable({ head, rows }: { head: Piece[][]; rows: Piece[][][] }) {
  return (
    <Table.ScrollContainer minWidth={0}>
      <Table className={styles.table} verticalSpacing={8}>
        <Table.Thead>
          <Table.Tr>
            {numbered(head, (pieces) => (
              <Table.Th>
                <Pieces pieces={pieces} />
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {numbered(rows, (row) => (
            <Table.Tr>
              {numbered(row, (pieces) => (
                <Table.Td>
                  <Pieces pieces={pieces} />
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

/** A thumbnail that opens the full picture in a new tab. */
function Picture({ file, text, width, height }: Block & { kind: 'picture' }) {
  const address = pictureAddress(file);
  return (
    <a
      href={address}
      target="_blank"
      rel="noreferrer"
      className={width < height ? styles.phone : styles.screen}
      title="Opens the picture in a new tab"
    >
      <img src={address} alt={text} width={width} height={height} className={styles.picture} />
    </a>
  );
}

function Pieces({ pieces }: { pieces: Piece[] }) {
  return numbered(pieces, (piece) => <OnePiece piece={piece} />);
}

function OnePiece({ piece }: { piece: Piece }) {
  if (piece.kind === 'link') return <AnchorLink {...linkTo(piece.to)}>{piece.text}</AnchorLink>;
  if (piece.kind === 'word') return <strong className={styles.word}>{piece.text}</strong>;
  if (piece.kind === 'stress') return <em>{piece.text}</em>;
  if (piece.kind === 'key') return <Kbd>{piece.text}</Kbd>;
  return piece.text;
}

/** The text is static, so the index is a stable key. */
function numbered<Part>(parts: readonly Part[], draw: (part: Part) => ReactNode): ReactNode[] {
  return Children.toArray(parts.map(draw));
}
