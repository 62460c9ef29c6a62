// The table of the long segments: for each tile the words below, then for each segment a count of every digit of
// every pass. The tiles of a segment are neighbours.
#define TABLE_WORDS 4u
#define TABLE_TILE 0u   // the first of the segment's tiles
#define TABLE_FIRST 1u  // the segment's first key
#define TABLE_SIZE 2u   // its number of keys
#define TABLE_NUMBER 3u // its number in the table
#define SEGMENT_COUNTS 1024u

// The index of a segment's first count. tiles: room in the table.
uint counts_of_segment(uint number, uint tiles) { return TABLE_WORDS * tiles + SEGMENT_COUNTS * number; }
